import { knownTexts } from '@/ui/knownTexts';

const NAMES = ['actor', 'action', 'object', 'from', 'to', 'page', 'before', 'after'] as const;

/** The search parameters of the audit log; an absent one does not filter. */
export type AuditSearch = { [Name in (typeof NAMES)[number]]?: string };

/** New values for some of the parameters; undefined removes one. */
export type AuditChange = { [Name in keyof AuditSearch]?: AuditSearch[Name] | undefined };

/** Returns the known parameters as text and drops the rest. */
export const auditSearch = (raw: Record<string, unknown>): AuditSearch => knownTexts(raw, NAMES);
