/** The search parameters of Edit Pages: the race that is edited, or the search text of the list. */
export interface EditSearch {
  race?: string;
  q?: string;
}

/** Reads the two parameters and ignores everything else. */
export function editSearch(raw: Record<string, unknown>): EditSearch {
  const text = (name: string) => (typeof raw[name] === 'string' && raw[name] !== '' ? { [name]: raw[name] } : {});
  return { ...text('race'), ...text('q') };
}
