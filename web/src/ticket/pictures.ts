/** The requests of a ticket's pictures: those of its runner name the ticket's link, those of the team have a session. */

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Answer, call, type UploadEnd, type UploadOptions, upload } from '@/api';

/** A stored picture of a ticket. */
export type TicketPicture = Answer<'post', 'ticketPictures'>;

/** Who sends and sees pictures: the runner with the link of the ticket, or the team. */
export type PictureSide = { ticketId: string; token: string } | { ticketId: string; token?: undefined };

/** Sends a picture for the next message. */
export function sendPicture(
  { ticketId, token }: PictureSide,
  file: File,
  options: UploadOptions,
): Promise<UploadEnd<TicketPicture>> {
  const form = new FormData();
  form.append('picture', file);
  return token === undefined
    ? upload(`tickets/${encodeURIComponent(ticketId)}/pictures`, form, options)
    : upload('ticketPictures', form, { ...options, headers: { 'Splitline-Ticket': `${ticketId}#${token}` } });
}

/**
 * The address of a picture, in the smallest size that is at least this wide, and whether it could not be loaded. With a link it is read by
 * POST, so that the token is in no log, and shown from memory.
 */
export function usePictureSource(side: PictureSide, id: string, width: number): { source?: string; isLost: boolean } {
  const { ticketId, token } = side;
  const { data, error } = useQuery({
    queryKey: ['ticketPicture', ticketId, id, width],
    queryFn: async ({ signal }) => {
      const json = { ticketId, token, picture: id, width };
      return (await call('post', 'ticketPicture', { json, signal, timeout: 60_000 })).blob();
    },
    enabled: token !== undefined,
    // The bytes of an id never change.
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  const [fromMemory, setFromMemory] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setFromMemory(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  const own = `/api/tickets/${encodeURIComponent(ticketId)}/pictures/${encodeURIComponent(id)}/${width}`;
  const source = token === undefined ? own : data && fromMemory;
  return { ...(source ? { source } : {}), isLost: error !== null };
}
