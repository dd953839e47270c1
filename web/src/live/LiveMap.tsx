import { useQueryClient } from '@tanstack/react-query';
import { Map as MapIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/ui';
import { courseQuery } from './api';
import type { MappedField } from './CoursePanel';
import { useDialogPart } from './useDialogPart';

const loadDialog = async () => (await import('./MapDialog')).MapDialog;

/** The Live Map button. Its dialog is loaded when it is first opened, or a moment after the page. */
export function LiveMap({ race, field }: { race: string; field: MappedField }) {
  const [open, setOpen] = useState(false);
  const isLoaded = field.version !== undefined;
  useKeptCourse(race, field.query.distance, isLoaded);
  const close = () => setOpen(false);
  const dialog = useDialogPart('map', loadDialog, open, isLoaded, close);
  const MapDialog = dialog?.loaded;
  return (
    <>
      <Button onPress={() => setOpen(true)} pending={open && !MapDialog}>
        <MapIcon size={18} aria-hidden="true" />
        Live Map
      </Button>
      {MapDialog && <MapDialog race={race} field={field} isOpen={open} onClose={close} />}
    </>
  );
}

/** How long after the field the course is fetched to be kept, in milliseconds: the page's own requests come first. */
const KEEP_AFTER_MS = 3_000;

/** Fetches the course once the page has its field, where the service worker keeps it: so the map opens without a network, too. */
function useKeptCourse(race: string, distance: string, isLoaded: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isLoaded || distance === '' || !navigator.serviceWorker?.controller) return;
    const timer = setTimeout(() => {
      void queries.prefetchQuery(courseQuery(race, distance));
      void import('./CoursePanel').catch(() => undefined);
    }, KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [queries, race, distance, isLoaded]);
}
