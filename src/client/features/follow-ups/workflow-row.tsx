import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { FollowUpChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { Badge } from '../../ui/badge.tsx';
import { STEP_WORDS } from './channel-words.ts';

interface WorkflowRowProps {
  /** When the message is sent: a field, or text. */
  when: ReactNode;
  /** The message's title, such as 'Review request'. Undefined for a numbered follow-up. */
  title?: string;
  channel: FollowUpChannel;
  /** The message with sample values, as the homeowner would get it. */
  says: string;
  /** The offer in words, such as '10% off'. */
  offer?: string | undefined;
  /** What screen readers say before the message: 'Edit message 1'. */
  edits: string;
  /** True if the message isn't sent at all. */
  off?: boolean;
  open: boolean;
  onToggle: () => void;
  /** The control that turns the message on or off, or removes it. */
  control: ReactNode;
  /** The editor, shown in place while the row is open. */
  children: ReactNode;
}

/** One message that is sent by itself: when, by what, its first words and its control. Pressing it opens the editor. */
export function WorkflowRow(props: WorkflowRowProps) {
  const { when, title, channel, says, offer, edits, off = false, open, onToggle, control, children } = props;
  const id = useId();
  return (
    <li className="wf-row" data-off={off || undefined}>
      <div className="wf-when">{when}</div>
      <button type="button" className="wf-what" aria-expanded={open} aria-controls={id} onClick={onToggle}>
        <span className="grow">
          <span className="sr-only">{edits}: </span>
          <span className="wf-name">
            {title && <b>{title}</b>}
            <span className="muted">{STEP_WORDS[channel]}</span>
            {offer !== undefined && <Badge>{offer}</Badge>}
          </span>
          <span className="wf-says">{says || 'Write a message'}</span>
        </span>
        <ChevronDown className={open ? 'i rotate-180' : 'i'} aria-hidden />
      </button>
      <div className="wf-control">{control}</div>
      <div id={id} className="stack wf-edit" hidden={!open}>
        {open && children}
      </div>
    </li>
  );
}
