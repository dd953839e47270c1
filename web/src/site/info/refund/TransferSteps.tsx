import { Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Dialog } from '@/ui';
import { type PictureName, pictureFocus, StepDrawing } from './pictures';

/** A step of a transfer; its picture is defined in `pictures.tsx`. */
export interface Step {
  title: string;
  text: string;
  picture: PictureName;
}

/** The steps of a transfer in order, each with a picture that can be enlarged. */
export function TransferSteps({ steps }: { steps: readonly Step[] }) {
  const [open, setOpen] = useState<number>();
  const shown = open === undefined ? undefined : steps[open];
  return (
    <>
      <ol className="flex flex-col gap-12">
        {steps.map((step, index) => (
          <li
            key={step.picture}
            className="grid items-start gap-x-10 gap-y-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)]"
          >
            <div className="flex gap-4">
              <span className="numerals mt-1 w-9 shrink-0 text-4xl text-ink" aria-hidden="true">
                {index + 1}
              </span>
              <div>
                <h3 className="label text-lg">{step.title}</h3>
                <p className="mt-1 max-w-[46ch] text-ink-2">{step.text}</p>
              </div>
            </div>
            <Button
              onPress={() => setOpen(index)}
              className="group relative block w-full cursor-zoom-in overflow-hidden rounded-control border border-rule print:border-control"
            >
              {/* As text and not as `aria-label`: a label without the letters of the drawing would differ from the visible text. */}
              <span className="sr-only">{`Enlarge the picture of step ${index + 1}: ${step.title}`}</span>
              <StepDrawing name={step.picture} />
              <span
                aria-hidden="true"
                className="absolute right-2 bottom-2 grid size-9 place-items-center rounded-control border border-control bg-card text-ink-2 group-hover:border-ink group-hover:text-ink print:hidden"
              >
                <Maximize2 size={18} />
              </span>
            </Button>
          </li>
        ))}
      </ol>
      <Dialog
        title={shown && open !== undefined ? `${open + 1}. ${shown.title}` : ''}
        isOpen={shown !== undefined}
        onClose={() => setOpen(undefined)}
        shape="wide"
        closeOnBack
      >
        {shown && (
          // On a phone the enlarged picture is wider than the screen; it is scrolled by touch or with the arrow keys.
          <section
            ref={(box) => {
              if (box) box.scrollLeft = pictureFocus(shown.picture) * box.scrollWidth - box.clientWidth / 2;
            }}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: an element that scrolls must be reachable by keyboard.
            tabIndex={0}
            aria-label={`${shown.title}: picture`}
            className="overflow-x-auto outline-offset-0!"
          >
            <StepDrawing name={shown.picture} className="min-w-[38rem]" />
          </section>
        )}
      </Dialog>
    </>
  );
}
