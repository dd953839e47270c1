import { FieldProblemText, PicturesField } from '@/ui';
import { inspect, refusalOf } from './chosen';
import { useProblem } from './form';
import { confirmMemories } from './rules';
import { USES } from './uses';

/** The input for memories that are chosen and not sent yet; shows at each file why it is refused. */
export function ChosenPictures({
  name,
  label,
  hint,
  files,
  onChange,
}: {
  /** The name of the file input; problems name the list the same way. */
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
      errorOf={(at) => <RefusalText problem={`${name}.${at}`} file={files[at]} />}
    />
  );
}

function RefusalText({ problem, file }: { problem: string; file: File | undefined }) {
  const error = useProblem(problem, true);
  const text = (file && refusalOf(file)) ?? error;
  return text ? <FieldProblemText>{text}</FieldProblemText> : null;
}
