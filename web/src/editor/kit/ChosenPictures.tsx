import { FieldProblemText, PicturesField } from '@/ui';
import { inspect, refusalOf } from './chosen';
import { useProblem } from './form';
import { confirmMemories } from './rules';
import { USES } from './uses';

/** Memories that are chosen and not sent yet, each with why it is refused. */
export function ChosenPictures({
  name,
  label,
  hint,
  files,
  onChange,
}: {
  /** The name of the file input, and of the list in problems. */
  name: string;
  label: string;
  hint?: string;
  files: readonly File[];
  onChange: (files: File[]) => void;
}) {
  const error = useProblem(name, true);
  return (
    <PicturesField
      name={name}
      label={label}
      hint={hint}
      use={USES.memory}
      files={files}
      onChange={(chosen) => inspect(chosen).then(() => onChange(chosen))}
      question={confirmMemories}
      error={error && <FieldProblemText>{error}</FieldProblemText>}
      errorOf={(at) => <Refusal problem={`${name}.${at}`} file={files[at]} />}
    />
  );
}

function Refusal({ problem, file }: { problem: string; file: File | undefined }) {
  const error = useProblem(problem, true);
  const text = (file && refusalOf(file)) ?? error;
  return text ? <FieldProblemText>{text}</FieldProblemText> : null;
}
