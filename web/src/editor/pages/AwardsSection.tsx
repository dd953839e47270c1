import { PartFrame } from './PartFrame';
import { usePart } from './usePart';

/** The part `awards`. */
export function AwardsSection() {
  const part = usePart('awards');
  return <PartFrame alone part={part} view={null} />;
}
