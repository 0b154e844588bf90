import { CheckCheck, CircleAlert, CircleQuestionMark, Clock, Paperclip, Phone } from 'lucide-react';
import { useState } from 'react';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { ThreadItem } from '#shared/features/conversations/conversations.schema.ts';
import { isPicture } from '#shared/features/conversations/media.rules.ts';
import { useTimeZone } from '../../lib/company.ts';
import { problemOf } from '../../lib/errors.ts';
import { useNow } from '../../lib/now.ts';
import { trpc } from '../../lib/trpc.ts';
import { DecideOptOut } from './decide-opt-out.tsx';
import { ResolveUnknown } from './resolve-unknown.tsx';
import { attachmentText, emptyText, isLong, metaText, splitFooter } from './thread-words.ts';
import { TypedActs } from './typed-acts.tsx';

interface FileProps {
  href: string;
  name: string;
  firstName: string;
}

/** A file attached to a text. Images are displayed if they load. Other files are shown as links. */
function TextFile({ href, name, firstName }: FileProps) {
  const [lost, setLost] = useState(false);
  const shown = isPicture(name) && !lost;
  return (
    <a href={href} target="_blank" rel="noopener" className={shown ? undefined : 'talk-more gap-2'}>
      {shown ? (
        <img
          src={href}
          alt={`${name} from ${firstName}`}
          width={160}
          height={120}
          loading="lazy"
          className="talk-photo"
          onError={() => setLost(true)}
        />
      ) : (
        <>
          <Paperclip className="i" aria-hidden />
          {name}
        </>
      )}
    </a>
  );
}

/** The files attached to a text. The SMS provider stores them. Each opens in a new tab. */
function TextFiles({ messageId, names, firstName }: { messageId: string; names: string[]; firstName: string }) {
  return (
    <ul className="talk-photos">
      {names.map((name) => (
        <li key={name}>
          <TextFile href={`/api/messages/${messageId}/files/${name}`} name={name} firstName={firstName} />
        </li>
      ))}
    </ul>
  );
}

const ICON: Partial<Record<ThreadItem['state'], typeof Clock>> = {
  scheduled: Clock,
  delivered: CheckCheck,
  failed: CircleAlert,
  unknown: CircleQuestionMark,
};

/** An incoming email's complete text, loaded on request. */
function Whole({ messageId }: { messageId: string }) {
  const [open, setOpen] = useState(false);
  const whole = trpc.messages.whole.useQuery({ messageId }, { enabled: open, staleTime: Infinity });
  return (
    <>
      <button type="button" className="talk-more" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Hide the rest' : 'Show full message'}
      </button>
      {whole.isError && <p className="sm">{problemOf(whole.error).message}</p>}
      {open && whole.data && <p className="talk-whole">{whole.data.text}</p>}
    </>
  );
}

/** A message's text. A long text is shortened at first. */
function Words({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const long = isLong(text);
  return (
    <>
      <p className={long && !open ? 'talk-text talk-clamped' : 'talk-text'}>{text}</p>
      {long && (
        <button type="button" className="talk-more" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  );
}

/** The footer of an email that we wrote, with the company's postal address and the unsubscribe link. */
function Footer({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="talk-more" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Hide footer' : 'Show footer'}
      </button>
      {open && <p className="talk-whole">{text}</p>}
    </>
  );
}

/** One message. The homeowner's messages are on the left in the accent color. Ours are on the right. */
export function Message({ item, lead, firstName }: { item: ThreadItem; lead: LeadView; firstName: string }) {
  const { zone } = useTimeZone();
  const now = useNow();
  const Icon = ICON[item.state];
  const theirs = item.from === 'homeowner';
  const { text, footer } = splitFooter(item);
  const hasTextFiles = item.channel === 'sms' && item.attachments.length > 0;
  return (
    <li tabIndex={-1} className={theirs ? 'talk-item' : 'talk-item talk-ours'} data-state={item.state}>
      <div className="talk-bubble">
        {item.channel === 'call' ? (
          <strong className="talk-subject">
            <Phone className="i" aria-hidden /> {item.label}
          </strong>
        ) : (
          <span className="sr-only">{theirs ? `${firstName} wrote:` : 'You wrote:'}</span>
        )}
        {item.subject && <strong className="talk-subject">{item.subject}</strong>}
        {text !== '' && <Words text={text} />}
        {item.text === '' && !hasTextFiles && item.channel !== 'call' && (
          <p className="talk-text muted">{emptyText(item)}</p>
        )}
        {footer !== '' && <Footer text={footer} />}
        {item.hasWhole && <Whole messageId={item.id} />}
        {hasTextFiles && <TextFiles messageId={item.id} names={item.attachments} firstName={firstName} />}
        {item.attachments.length > 0 && !hasTextFiles && (
          <p className="talk-files">
            <Paperclip className="i" aria-hidden />
            {attachmentText(item.attachments)}
          </p>
        )}
      </div>
      <p className="talk-meta">
        {Icon && <Icon className="i" aria-hidden />}
        <span>
          <time dateTime={item.at}>
            {metaText(item.channel === 'call' ? { ...item, label: 'Private note on a call' } : item, { now, zone })}
          </time>
          {item.sender && <span className="block">From {item.sender}, not the email address on file.</span>}
          {item.reason && <span className="block">{item.reason}</span>}
        </span>
      </p>
      {item.unsure && (item.channel === 'sms' || item.channel === 'email') && (
        <DecideOptOut lead={lead} channel={item.channel} messageId={item.id} />
      )}
      {item.rowId && item.state === 'unknown' && <ResolveUnknown leadId={lead.id} messageId={item.rowId} />}
      {item.again && <TypedActs item={item} again={item.again} lead={lead} />}
    </li>
  );
}
