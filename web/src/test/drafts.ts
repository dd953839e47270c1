import { HttpResponse, http } from 'msw';
import type { CreateForm } from '@/core';

/** A fake server that stores one draft as the real one does, and records the requests it received. */
export class FakeDrafts {
  stored: { form: CreateForm; revision: number; savedAt: string } | undefined;
  /** `PUT 3`, `DELETE`, in the order of arrival. Reads are not listed. */
  readonly requests: string[] = [];
  /** Every call fails to connect. */
  offline = false;
  /** Runs before a save is processed. */
  onSave: () => Promise<void> = async () => undefined;
  private clock = Date.parse('2030-06-01T12:00:00Z');

  /** Another window or machine saves. */
  saveElsewhere(form: CreateForm): void {
    this.store(form, (this.stored?.revision ?? 0) + 1);
  }

  readonly handlers = [
    http.get('*/api/createDraft', () => {
      if (this.offline) return HttpResponse.error();
      return this.stored ? HttpResponse.json(this.stored) : new HttpResponse(null, { status: 204 });
    }),
    http.put('*/api/createDraft', async ({ request }) => {
      const { form, revision } = (await request.json()) as { form: CreateForm; revision: number };
      await this.onSave();
      if (this.offline) return HttpResponse.error();
      this.requests.push(`PUT ${revision}`);
      if (this.stored && this.stored.revision >= revision) {
        return HttpResponse.json(
          { code: 'DRAFT_NEWER', message: 'A later draft is kept already.', ...this.stored },
          { status: 409 },
        );
      }
      const { savedAt } = this.store(form, revision);
      return HttpResponse.json({ revision, savedAt });
    }),
    http.delete('*/api/createDraft', () => {
      if (this.offline) return HttpResponse.error();
      this.requests.push('DELETE');
      this.stored = undefined;
      return new HttpResponse(null, { status: 204 });
    }),
  ];

  private store(form: CreateForm, revision: number) {
    this.clock += 60_000;
    this.stored = { form, revision, savedAt: new Date(this.clock).toISOString() };
    return this.stored;
  }
}
