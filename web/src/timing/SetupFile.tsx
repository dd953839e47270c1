import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { callWords } from '@/api';
import { deskCore, type Setup, type SetupDraft } from '@/core';
import { Button, Dialog, FilePick, TextAreaField } from '@/ui';

/** Buttons to load a setup from a file into the form, without saving it, and to export the form's setup as a file. */
export function SetupFile({
  race,
  date,
  zone,
  setup,
  onLoad,
}: {
  race: string;
  date: string;
  zone: string;
  /** The setup in the form; undefined while the form has problems. */
  setup: Setup | undefined;
  onLoad: (draft: SetupDraft) => void;
}) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const load = (json: string) => {
    setText(json);
    try {
      onLoad(deskCore().setupDraftLoad(json, date, zone));
      setProblem(undefined);
      setText('');
      setOpen(false);
    } catch (error) {
      setProblem(callWords(error));
    }
  };
  const write = () => {
    if (!setup) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([`${JSON.stringify(setup, null, 1)}\n`], { type: 'application/json' }));
    link.download = `${race} timing setup.json`;
    link.click();
    // Revoked later, because the browser has to start the download first.
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        <Upload size={18} aria-hidden="true" /> Load a setup
      </Button>
      <Button onPress={write} isDisabled={!setup || setup.contests.length === 0}>
        <Download size={18} aria-hidden="true" /> Export
      </Button>
      <Dialog
        title="Load a setup"
        isOpen={open}
        onClose={() => setOpen(false)}
        actions={
          <>
            <FilePick accept=".json,application/json" onText={load}>
              Choose a file
            </FilePick>
            <Button tone="ink" isDisabled={text.trim() === ''} onPress={() => load(text)}>
              Load
            </Button>
          </>
        }
      >
        <TextAreaField
          label="Setup as JSON"
          hint="It replaces what stands in the form. Nothing is saved until you press Save setup."
          value={text}
          onChange={(json) => {
            setText(json);
            setProblem(undefined);
          }}
          error={problem}
          rows={8}
          className="[&_textarea]:max-h-[50dvh] [&_textarea]:font-mono [&_textarea]:text-sm"
        />
      </Dialog>
    </>
  );
}
