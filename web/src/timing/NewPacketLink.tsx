import { Copy } from 'lucide-react';
import type { LinkChoice } from '@/core';
import { Button, Notice, QrCode, toast } from '@/ui';

/** A new link of the day, as an address and as a QR code. Its secret is after the `#`, which browsers send to no server. */
export function NewPacketLink({
  race,
  token,
  until,
  choice,
}: {
  race: string;
  token: string;
  until: string;
  /** What it opens. */
  choice: LinkChoice;
}) {
  const address = new URL(`/${choice.purpose}/${encodeURIComponent(race)}#${token}`, location.origin).href;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      toast.success('Link copied');
    } catch {
      toast.error('Please select the link and copy it by hand');
    }
  };
  return (
    <Notice tone="info" title="This link is shown only now">
      <p className="text-ink-2">
        {choice.grants} until {until}.
      </p>
      <div className="mt-3 flex flex-wrap items-start gap-4">
        <QrCode text={address} label="QR code of the new link" className="w-full max-w-56" />
        <div className="flex min-w-0 flex-1 basis-48 flex-col items-start gap-3">
          <code className="rounded-control border border-control bg-sunk px-3 py-2 font-mono text-sm break-all select-all">
            {address}
          </code>
          <Button size="sm" onPress={() => void copy()}>
            <Copy size={16} aria-hidden="true" /> Copy
          </Button>
        </div>
      </div>
    </Notice>
  );
}
