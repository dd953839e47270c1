import { PartFrame } from './PartFrame';
import { usePart } from './usePart';

/** The part `card`. */
export function CardSection() {
  const part = usePart('card');
  return <PartFrame alone part={part} view={null} />;
}
