import { PartFrame } from './PartFrame';
import { usePart } from './usePart';

/** The part `partners`. */
export function PartnersSection() {
  const part = usePart('partners');
  return <PartFrame alone part={part} view={null} />;
}
