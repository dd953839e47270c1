import { Printer } from 'lucide-react';
import { Button, QrCode } from '@/ui';

/** The address of a runner as a QR code: it opens this runner on the live page. While the dialog is open, printing prints it alone. */
export function RunnerCode({ race, bib, name }: { race: string; bib: string; name: string }) {
  const address = new URL(`/liveRace?${new URLSearchParams({ race, bib })}`, location.origin).href;
  return (
    <section className="flex flex-col items-center gap-3">
      <h3 className="display text-lg">Follow {name}</h3>
      <QrCode text={address} label={`QR code that opens ${name}`} className="w-full max-w-64" />
      <p className="text-center text-sm break-all text-ink-2">{address}</p>
      <Button size="sm" onPress={() => print()} className="print:hidden">
        <Printer size={16} aria-hidden="true" /> Print
      </Button>
    </section>
  );
}
