import { Send } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { WaysView } from '#shared/features/conversations/conversations.schema.ts';
import { problemOf } from '../../lib/errors.ts';
import { useOnline } from '../../lib/online.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { Input, Textarea } from '../../ui/input.tsx';
import { NextStep } from '../../ui/next-step.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TextMeasure } from '../follow-ups/text-measure.tsx';
import { useTextRules } from '../follow-ups/use-text-rules.ts';
import { AddEmail } from '../leads/add-email.tsx';
import { ownPhoneMay, whyWords } from './composer-words.ts';
import { ComposerWaits } from './composer-waits.tsx';
import { useComposer } from './use-composer.ts';
import './conversation.css';

const WHY = 'composer-why';

/** The explanation from `whyWords`, shown beside the channel selector. */
function Why({ lead, ways, channel }: { lead: LeadView; ways: WaysView; channel: MessageChannel }) {
  const words = whyWords(ways, channel);
  if (!words) return null;
  return (
    <div className="row between flex-wrap gap-x-4 gap-y-0">
      <p className="xs muted" id={WHY} role="status">
        {words}
      </p>
      {lead.email === null && <AddEmail leadId={lead.id} />}
      {ownPhoneMay(ways) && lead.phone && (
        <a className="talk-more" href={`sms:${lead.phone}`}>
          Text from your own phone
        </a>
      )}
    </div>
  );
}

/**
 * The length and cost of the text (T12). They include the company's name and, in the first text to a number, the
 * opt-out instructions.
 */
function Measure({ text, ways }: { text: string; ways: WaysView }) {
  const rules = useTextRules();
  if (!rules || text.trim() === '') return null;
  const body = rules.textMessageBody({ body: text, companyName: ways.companyName, first: ways.sms.first });
  return <TextMeasure body={body} />;
}

interface FormProps {
  lead: LeadView;
  ways: WaysView;
  /** The channel that the contractor selected, if any. Selecting a channel focuses the message field. */
  asked: MessageChannel | undefined;
  preferred: MessageChannel | undefined;
}

function ComposerForm({ lead, ways, asked, preferred }: FormProps) {
  const { form, field, errors, failure, working, send, ...composer } = useComposer(lead, { ways, asked, preferred });
  const { text, channel, waits, put, chooseChannel } = composer;
  const area = useRef<HTMLTextAreaElement>(null);
  const online = useOnline();
  const problem = failure?.code === 'OFFLINE' && online ? null : failure;
  useEffect(() => {
    if (asked ?? put) area.current?.focus();
  }, [asked, put]);
  const press = () => {
    send();
    area.current?.focus();
  };
  const name = channel === 'sms' ? 'text' : 'email';
  return (
    <form
      {...form}
      className="composer"
      aria-label="Write a message"
      onSubmit={(event) => {
        event.preventDefault();
        press();
      }}
    >
      <Why lead={lead} ways={ways} channel={channel} />
      {channel === 'email' && (
        <Field className="composer-subject" label="Subject" error={errors['subject']}>
          <Input {...field('subject')} maxLength={200} />
        </Field>
      )}
      <Field label={<span className="sr-only">Message</span>} error={errors['text']}>
        <Textarea
          {...field('text')}
          ref={area}
          rows={2}
          placeholder={channel === 'sms' ? `Text ${lead.name}` : `Write to ${lead.email ?? lead.name}`}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) press();
          }}
        />
      </Field>
      {problem && <FieldError>{problem.message}</FieldError>}
      <NextStep problem={problem} />
      {!online && !problem && <p className="xs muted">You’re offline. We’ll keep what you type.</p>}
      <div className="row between flex-wrap gap-2">
        <Segmented
          label="Send as"
          value={channel}
          onChange={chooseChannel}
          describedBy={WHY}
          options={[
            { value: 'sms', label: 'Text', disabled: !ways.sms.allowed },
            { value: 'email', label: 'Email', disabled: !ways.email.allowed },
          ]}
        />
        <Button
          type="submit"
          variant="primary"
          icon={<Send className="i" aria-hidden />}
          working={working}
          workingText="Sending..."
        >
          {waits ? `Send ${name} later` : `Send ${name}`}
        </Button>
      </div>
      {channel === 'sms' && <Measure text={text} ways={ways} />}
    </form>
  );
}

/** The field for writing a text or email to a lead, at the end of the conversation. */
export default function Composer({ lead, asked }: Pick<FormProps, 'lead' | 'asked'>) {
  const ways = trpc.messages.ways.useQuery({ leadId: lead.id });
  // The default channel is the one that the homeowner used last.
  const thread = trpc.messages.thread.useInfiniteQuery(
    { leadId: lead.id },
    { getNextPageParam: (page) => page.nextCursor ?? undefined },
  );
  const preferred = thread.data?.pages[0]?.items
    .filter(({ from }) => from === 'homeowner')
    .map(({ channel }) => channel)
    .find((channel) => channel === 'sms' || channel === 'email');
  if (ways.isError)
    return (
      <Banner action={<Button onClick={() => void ways.refetch()}>Try again</Button>}>
        {problemOf(ways.error).message}
      </Banner>
    );
  if (!ways.data || thread.isPending) return <ComposerWaits />;
  return <ComposerForm key={lead.id} lead={lead} ways={ways.data} asked={asked} preferred={preferred} />;
}
