import { useEffect, useState } from 'react';
import { pictureKind } from '@/ui';

/** The core's sentences about files that are no pictures, by their place. */
export function useRefusals(files: readonly File[]): readonly (string | undefined)[] {
  const [known, setKnown] = useState<ReadonlyMap<File, string | undefined>>(new Map());
  useEffect(() => {
    let asked = true;
    void Promise.all(files.map(async (file) => [file, (await pictureKind(file)).refusal] as const)).then(
      (all) => asked && setKnown(new Map(all)),
    );
    return () => {
      asked = false;
    };
  }, [files]);
  return files.map((file) => known.get(file));
}
