import { Bot, Mail } from 'lucide-react';

/** Says that a message came by mail, from whom if that is not the ticket's contact, and whether a machine has written it. */
export function MailOrigin({
  mail,
  contact,
}: {
  mail: { sender: string; automatic: boolean } | undefined;
  contact: string;
}) {
  if (!mail) return null;
  const Icon = mail.automatic ? Bot : Mail;
  const isOther = mail.sender.toLowerCase() !== contact.trim().toLowerCase();
  return (
    <p className="mt-3 flex items-start gap-1.5 text-sm text-ink-2">
      <Icon size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">
        {mail.automatic ? 'Written by a machine, by mail' : 'By mail'}
        {isOther && ` from ${mail.sender}`}
      </span>
    </p>
  );
}
