import { type ReactNode, useRef } from 'react';
import { promiseHint } from '#shared/features/follow-ups/offer.rules.ts';
import {
  type AnyTag,
  TAGS,
  type TagValues,
  fillTags,
  findUnknownTags,
} from '#shared/features/follow-ups/tags.rules.ts';
import type { Language } from '#shared/primitives/language.ts';
import { insertAt } from '../../lib/insert-at.ts';
import { Note } from '../../ui/banner.tsx';
import { Field } from '../../ui/field.tsx';
import { offerOfForm } from '../estimates/offer-form.rules.ts';
import { Textarea } from '../../ui/input.tsx';
import { MessageStateBadge } from '../../ui/state-badges.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import type { StepForm } from './follow-up-form.rules.ts';
import { TextMeasure } from './text-measure.tsx';
import { useTextRules } from './use-text-rules.ts';

/**
 * Labels for the buttons that insert tags. They match the words inside the tags, so that contractors recognize them in
 * a template.
 */
const TAG_NAME: Record<AnyTag, string> = {
  name: 'Name',
  address: 'Address',
  total_feet: 'Total feet',
  estimate_amount: 'Estimate amount',
  estimate_link: 'Estimate link',
  offer: 'Offer',
  offer_ends: 'Offer ends',
  valid_until: 'Valid until',
  balance: 'Balance',
  review_link: 'Review link',
};

interface MessageEditorProps {
  step: StepForm;
  index: number;
  /** 'Text 1' or 'Email 1'. */
  title: string;
  /** A date such as 'Fri, Nov 6'. */
  date: string | undefined;
  reader: string;
  values: TagValues;
  /** The longest tag values among all leads, used to compute the length (T12). Defaults to the displayed values. */
  longest?: TagValues;
  /**
   * Whether this would be the first text to the number. A first text includes the opt-out instructions (C6). 'maybe' if
   * unknown.
   */
  first: boolean | 'maybe';
  companyName: string;
  /**
   * Whether the message is sent as a text. If so, the editor shows its length, and the message includes the company's
   * name.
   */
  asText: boolean;
  /** Language for tag fallbacks and opt-out instructions. Defaults to English. */
  language?: Language;
  error: string | undefined;
  /** The allowed tags, and the field's name and label, for messages that aren't steps of a schedule. */
  tags?: readonly AnyTag[];
  name?: string;
  label?: string;
  /** The control that sets the step's offer. Undefined for messages that can't have one. */
  control?: ReactNode;
  onChange: (message: string) => void;
  onLeave: () => void;
}

type BodyProps = Pick<MessageEditorProps, 'step' | 'first' | 'companyName' | 'asText' | 'tags' | 'language'>;

/**
 * Returns the message as it will be sent, with its tags or their fallbacks filled in. A text includes the company's
 * name (C6).
 */
export const useBody = ({ step, first, companyName, asText, tags, language }: BodyProps, values: TagValues): string => {
  const rules = useTextRules();
  const filled = fillTags(step.message, values, tags, language).trim();
  return asText && rules && filled !== ''
    ? rules.textMessageBody({ body: filled, companyName, first: first !== false, ...(language && { language }) })
    : filled;
};

/** A list item for one message: its template and tags at the top, and the message as it will be sent below. */
export function MessageEditor(props: MessageEditorProps) {
  const { step, index, title, date, reader, asText, error, first, longest, control, onChange, onLeave } = props;
  const { tags = TAGS } = props;
  // Without an offer, its tags are refused.
  const shownTags = step.offer === null ? tags.filter((tag) => tag !== 'offer' && tag !== 'offer_ends') : tags;
  const hint = control && promiseHint(step.message, offerOfForm(step.offer));
  const { name = `steps.${index}.message`, label = `Message ${index + 1}` } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const body = useBody(props, props.values);
  const measured = useBody(props, longest ?? props.values);
  const broken = findUnknownTags(step.message, tags).length > 0;
  const insert = (tag: string) => {
    const { selectionStart = step.message.length, selectionEnd = step.message.length } = area.current ?? {};
    const { text, caret } = insertAt(step.message, `{{${tag}}}`, selectionStart, selectionEnd);
    onChange(text);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(caret, caret);
    });
  };
  return (
    <>
      <div className="row between flex-wrap">
        <h3>
          {title} {date && <span className="muted font-normal">{date}</span>}
        </h3>
        {asText && body !== '' && <TextMeasure body={measured} atMost={longest !== undefined} />}
        {step.done?.messages.map(({ channel, status }) => (
          <MessageStateBadge key={channel} status={status} />
        ))}
      </div>
      {!step.done && (
        <>
          <Field label={<span className="sr-only">{label}</span>} error={error}>
            <Textarea
              ref={area}
              name={name}
              rows={4}
              value={step.message}
              onChange={(event) => onChange(event.target.value)}
              onBlur={onLeave}
            />
          </Field>
          <fieldset className="fu-tags">
            <legend className="xs muted">{`Add to ${label[0]?.toLowerCase() ?? ''}${label.slice(1)}:`}</legend>
            {shownTags.map((tag) => (
              <button key={tag} type="button" className="fu-tag" onMouseDown={keepFocus} onClick={() => insert(tag)}>
                {TAG_NAME[tag]}
              </button>
            ))}
          </fieldset>
          {control}
          {hint !== undefined && (
            <Note>
              <span role="status">{hint}</span>
            </Note>
          )}
        </>
      )}
      {body !== '' && !broken && (
        <div className="fu-preview">
          <span className="xs muted">{reader} reads</span>
          <p className="bubble">{body}</p>
        </div>
      )}
      {asText && body !== '' && first === 'maybe' && (
        <p className="xs muted">“Reply STOP to opt out.” is added only to the first text that we send to a number.</p>
      )}
    </>
  );
}
