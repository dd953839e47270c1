import useEmblaCarousel from 'embla-carousel-react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useRacePhase } from '@/api';
import type { MemImage, Race } from '@/core';
import { RaceBib } from '@/racekit';
import { Button, Dialog, Picture } from '@/ui';

/** A carousel of pictures of earlier years that wraps around at both ends. Without pictures, the race's bib is shown. */
export function Memories({ race }: { race: Race }) {
  const { past } = useRacePhase(race);
  if (race.MemImages.length === 0) {
    return (
      <div>
        <RaceBib race={race} className="max-w-md" />
        <p className="mt-4 text-ink-3">{past ? 'No pictures of it yet.' : 'The first pictures come after race day.'}</p>
      </div>
    );
  }
  return <Carousel race={race} images={race.MemImages} />;
}

function Carousel({ race, images }: { race: Race; images: readonly MemImage[] }) {
  const still = typeof matchMedia !== 'undefined' && matchMedia('(prefers-reduced-motion: reduce)').matches;
  const [viewport, embla] = useEmblaCarousel({ loop: true, duration: still ? 0 : 22 });
  const [index, setIndex] = useState(0);
  useEffect(() => {
    if (!embla) return;
    const moved = () => setIndex(embla.selectedScrollSnap());
    embla.on('select', moved);
    return () => {
      embla.off('select', moved);
    };
  }, [embla]);
  return (
    <section aria-roledescription="carousel" aria-label={`Memories of ${race.Race}`}>
      <div ref={viewport} className="overflow-hidden rounded-control">
        <ul className="-mr-1 flex">
          {images.map((image, at) => (
            <li
              key={image.imageId}
              aria-roledescription="slide"
              aria-label={`${at + 1} of ${images.length}`}
              aria-hidden={at !== index}
              className="min-w-0 shrink-0 grow-0 basis-full pr-1 print:basis-1/2"
            >
              <Slide race={race} image={image} at={at} shown={at === index} />
            </li>
          ))}
        </ul>
      </div>
      {images.length > 1 && (
        <div className="mt-3 flex items-center gap-2 print:hidden">
          <Button icon aria-label="Previous picture" onPress={() => embla?.scrollPrev()}>
            <ChevronLeft size={20} aria-hidden="true" />
          </Button>
          <Button icon aria-label="Next picture" onPress={() => embla?.scrollNext()}>
            <ChevronRight size={20} aria-hidden="true" />
          </Button>
          <p className="tabular ml-2 text-ink-2" aria-live="polite">
            <span className="sr-only">Picture </span>
            {index + 1} / {images.length}
          </p>
        </div>
      )}
    </section>
  );
}

/** One picture; the bib when the picture cannot be loaded. */
function Slide({ race, image, at, shown }: { race: Race; image: MemImage; at: number; shown: boolean }) {
  const [broken, setBroken] = useState(false);
  const [open, setOpen] = useState(false);
  const alt = `${race.Race}, picture ${at + 1}`;
  const bib = (
    <div className="grid aspect-[3/2] place-items-center bg-sunk">
      <RaceBib race={race} className="w-1/2" />
    </div>
  );
  if (broken) return bib;
  return (
    <div onErrorCapture={() => setBroken(true)}>
      <button
        type="button"
        // Only the slide that is shown is in the tab order: the others are hidden from screen readers.
        tabIndex={shown ? 0 : -1}
        onClick={() => setOpen(true)}
        className="block w-full cursor-zoom-in -outline-offset-4!"
      >
        <span className="sr-only">Enlarge </span>
        <Picture
          image={image}
          alt={alt}
          sizes="(min-width: 1024px) 880px, 100vw"
          className="aspect-[3/2] w-full bg-sunk object-cover"
          fallback={bib}
        />
      </button>
      <Dialog title={alt} isOpen={open} onClose={() => setOpen(false)} shape="full" closeOnBack>
        <Picture image={image} alt={alt} sizes="100vw" className="size-full object-contain" fallback={bib} />
      </Dialog>
    </div>
  );
}
