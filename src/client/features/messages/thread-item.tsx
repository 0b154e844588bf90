import { CheckCheck, CircleAlert, CircleQuestionMark, Clock, Paperclip } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ThreadItem } from '#shared/features/messages/messages.schema.ts';
import { useTimeZone } from '../../lib/company.ts';
import { problemOf, sayFailed } from '../../lib/errors.ts';
import { useNow } from '../../lib/now.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { attachmentText, isLong, metaText } from './thread-words.ts';

const ICON: Partial<Record<ThreadItem['state'], typeof Clock>> = {
  scheduled: Clock,
  delivered: CheckCheck,
  failed: CircleAlert,
  unknown: CircleQuestionMark,
};

/** All of a mail that came in, fetched when it is asked for. */
function Whole({ messageId }: { messageId: string }) {
  const [open, setOpen] = useState(false);
  const whole = trpc.messages.whole.useQuery({ messageId }, { enabled: open, staleTime: Infinity });
  return (
    <>
      <button type="button" className="talk-more" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Hide the rest' : 'Show whole message'}
      </button>
      {whole.isError && <p className="sm">{problemOf(whole.error).message}</p>}
      {open && whole.data && <p className="talk-whole">{whole.data.text}</p>}
    </>
  );
}

/** What was written: a long one in part at first. */
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

interface ActProps {
  rowId: string;
  leadId: string;
  /** Its buttons go away: before they do. */
  onDone: () => void;
}

/** Nobody knows whether it arrived: a person decides. */
function Unknown({ rowId, leadId, onDone }: ActProps) {
  const utils = trpc.useUtils();
  const resolve = trpc.followUps.resolveUnknown.useMutation({
    onSuccess: (_answer, { action }) => {
      onDone();
      toast.done(action === 'resend' ? 'It is sent again' : 'It is left as it is');
    },
    onError: (error) => sayFailed('Failed to settle the message.', error),
    onSettled: () => void utils.messages.thread.invalidate({ leadId }),
  });
  const press = (action: 'resend' | 'ignore') => resolve.mutate({ messageId: rowId, action });
  return (
    <div className="row flex-wrap gap-2">
      <Button working={resolve.isPending} workingText="Settling..." onClick={() => press('resend')}>
        Send again
      </Button>
      <Button variant="quiet" onClick={() => !resolve.isPending && press('ignore')}>
        Leave it
      </Button>
    </div>
  );
}

/** What was typed and waits for its hour can be taken back. */
function TakeBack({ rowId, leadId, onDone }: ActProps) {
  const utils = trpc.useUtils();
  const cancel = trpc.messages.cancel.useMutation({
    onSuccess: () => {
      onDone();
      toast.done('Message taken back');
    },
    onError: (error) => sayFailed('Failed to take the message back.', error),
    onSettled: () => void utils.messages.thread.invalidate({ leadId }),
  });
  return (
    <Button working={cancel.isPending} workingText="Taking back..." onClick={() => cancel.mutate({ messageId: rowId })}>
      Take back
    </Button>
  );
}

/** One thing that was said: theirs at the left on cedar, ours at the right. */
export function ThreadEntry({ item, leadId, firstName }: { item: ThreadItem; leadId: string; firstName: string }) {
  const { zone } = useTimeZone();
  const now = useNow();
  const Icon = ICON[item.state];
  const theirs = item.from === 'homeowner';
  const entry = useRef<HTMLLIElement>(null);
  const keepFocus = () => {
    if (entry.current?.contains(document.activeElement)) entry.current.focus({ preventScroll: true });
  };
  return (
    <li ref={entry} tabIndex={-1} className={theirs ? 'talk-item' : 'talk-item talk-ours'} data-state={item.state}>
      <div className="talk-bubble">
        <span className="sr-only">{theirs ? `${firstName} wrote:` : 'You wrote:'}</span>
        {item.subject && <strong className="talk-subject">{item.subject}</strong>}
        {item.text === '' ? (
          <p className="talk-text muted">{theirs ? 'Nothing was written in it.' : 'It is written when it goes out.'}</p>
        ) : (
          <Words text={item.text} />
        )}
        {item.hasWhole && <Whole messageId={item.id} />}
        {item.attachments.length > 0 && (
          <p className="talk-files">
            <Paperclip className="i" aria-hidden />
            {attachmentText(item.attachments)}
          </p>
        )}
      </div>
      <p className="talk-meta">
        {Icon && <Icon className="i" aria-hidden />}
        <span>
          <time dateTime={item.at}>{metaText(item, { now, zone })}</time>
          {item.sender && <span className="block">From {item.sender}, not the address on file.</span>}
          {item.reason && <span className="block">{item.reason}</span>}
        </span>
      </p>
      {item.rowId && item.state === 'unknown' && <Unknown rowId={item.rowId} leadId={leadId} onDone={keepFocus} />}
      {item.rowId && item.state === 'scheduled' && <TakeBack rowId={item.rowId} leadId={leadId} onDone={keepFocus} />}
    </li>
  );
}
