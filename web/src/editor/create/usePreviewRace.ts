import { useEffect, useState } from 'react';
import type { Image, Race } from '@/core';
import { madeRace } from './rules';
import { toForm, type Values } from './values';

/** The race that the values would make, its pictures by addresses that live as long as it is shown. Nothing while there are no values. */
export function usePreviewRace(values: Values | undefined): Race | undefined {
  const [race, setRace] = useState<Race>();
  useEffect(() => {
    if (!values) return;
    const made: string[] = [];
    const image = (file: File | null): Image | undefined => {
      if (!file) return undefined;
      const url = URL.createObjectURL(file);
      made.push(url);
      return { contentType: file.type, url };
    };
    const { raceLogo, medal, shirt, medals3, acrylic } = values.pictures;
    const plain = madeRace(toForm(values));
    setRace({
      ...plain,
      // A page's address and its links need some name.
      Race: plain.Race || 'Your race',
      ...known('RaceLogo', image(raceLogo)),
      ...known('MedalImage', image(medal)),
      ...known('ShirtImage', image(shirt)),
      ...known('Medals3Image', image(medals3)),
      ...known('AcrylicImage', image(acrylic)),
      CommunityPartners: {
        ...plain.CommunityPartners,
        Partners: plain.CommunityPartners.Partners.map((partner, at) => ({
          ...partner,
          ...known('Image', image(values.CommunityPartnersData[at]?.image ?? null)),
        })),
      },
      MemImages: values.memories.map((file, at) => ({
        imageId: String(at),
        ...(image(file) ?? { contentType: file.type }),
      })),
    });
    return () => {
      setRace(undefined);
      for (const url of made) URL.revokeObjectURL(url);
    };
  }, [values]);
  return race;
}

/** A field only where it is known: the core tells a missing one from an empty one. */
function known<Name extends string>(name: Name, image: Image | undefined): { [key in Name]?: Image } {
  return (image ? { [name]: image } : {}) as { [key in Name]?: Image };
}
