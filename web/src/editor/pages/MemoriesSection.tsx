import { PartFrame } from './PartFrame';
import { usePart } from './usePart';

/** The part `memories`. */
export function MemoriesSection() {
  const part = usePart('memories');
  return <PartFrame alone part={part} view={null} />;
}
