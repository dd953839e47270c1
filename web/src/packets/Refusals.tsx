import { Button, Notice } from '@/ui';
import { dropAction, type KeptAction } from './queue';

/** What the server has refused of this phone's actions, each until somebody has read it. */
export function Refusals({ kept }: { kept: readonly KeptAction[] }) {
  const refused = kept.filter((one) => one.problem !== undefined);
  return refused.map((one) => (
    <Notice key={one.action.id} tone="error" title={`Bib ${one.action.bib}`}>
      <p>{one.problem}</p>
      <Button size="sm" className="mt-2" onPress={() => dropAction(one)} aria-label={`OK, bib ${one.action.bib}`}>
        OK
      </Button>
    </Notice>
  ));
}
