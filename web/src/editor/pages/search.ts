/** Edit Pages' search params: which race is edited, or what is searched for among all. */
export interface EditSearch {
  race?: string;
  q?: string;
}

/** Takes only what belongs here. */
export function editSearch(raw: Record<string, unknown>): EditSearch {
  const text = (name: string) => (typeof raw[name] === 'string' && raw[name] !== '' ? { [name]: raw[name] } : {});
  return { ...text('race'), ...text('q') };
}
