/** The request that makes a race (SPEC §7): every field under its own name, every file under its own. */
import { type UploadEnd, type UploadOptions, upload } from '@/api';
import { fields } from './rules';
import { PICTURES, toForm, type Values } from './values';

/** What the server answers when the race is made; only its name matters here. */
export interface Created {
  race?: { Race?: string };
}

/** The multipart body of the values. */
export function body(values: Values): FormData {
  const data = new FormData();
  // The pictures travel apart from their links and are matched by place, so those without one go last.
  const partners = values.CommunityPartnersData.toSorted((a, b) => Number(b.image !== null) - Number(a.image !== null));
  for (const { name, value } of fields(toForm({ ...values, CommunityPartnersData: partners })))
    data.append(name, value);
  for (const name of PICTURES) {
    const file = values.pictures[name];
    if (file) data.append(name, file);
  }
  for (const { image } of partners) if (image) data.append('communityPartnerImages', image);
  for (const file of values.memories) data.append('memImages', file);
  return data;
}

/** Sends the form. */
export function createPage(values: Values, options: UploadOptions): Promise<UploadEnd<Created>> {
  return upload<Created>('createPage', body(values), options);
}
