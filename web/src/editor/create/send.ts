/** The request that makes a race (SPEC §7): every field under its own name, every file under its own. */
import { type UploadEnd, type UploadOptions, upload } from '@/api';
import { fields } from './rules';
import { PICTURES, toForm, type Values } from './values';

/** What the server answers when the race is made. */
export interface Created {
  RaceName: string;
}

/** The multipart body of the values. */
export function body(values: Values): FormData {
  const data = new FormData();
  for (const { name, value } of fields(toForm(values))) data.append(name, value);
  for (const name of PICTURES) {
    const file = values.pictures[name];
    if (file) data.append(name, file);
  }
  // The order says whose logo it is, so an empty file stands for a missing one.
  for (const { image } of values.CommunityPartnersData)
    data.append('communityPartnerImages', image ?? new File([], ''));
  for (const file of values.memories) data.append('memImages', file);
  return data;
}

/** Sends the form. */
export function createPage(values: Values, options: UploadOptions): Promise<UploadEnd<Created>> {
  return upload<Created>('createPage', body(values), options);
}
