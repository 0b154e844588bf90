import type { FollowUpDates } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { TagValues } from '#shared/features/follow-ups/tags.rules.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { STEP_WORDS } from './channel-words.ts';
import { MessageEditor } from './message-editor.tsx';
import { OfferControl } from '../estimates/offer-control.tsx';
import { offerTags, type StepForm, tagsOf } from './follow-up-form.rules.ts';
import { useSaveDefaults } from './use-save.ts';
import type { FollowUpFormState } from './use-follow-up-form.ts';

/** How a step's offer is worded. */
export const STEP_OFFER = { label: 'Offer', add: 'Set an offer', from: 'this message is sent' } as const;

interface MessagesPaneProps {
  lead: LeadView;
  state: FollowUpFormState;
  dates: FollowUpDates | undefined;
  companyName: string;
  sendTime: string | undefined;
}

/** Formats an instant as 'Fri, Nov 6'. */
const weekday = (at: string, zone: string | undefined): string =>
  new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: zone }).format(
    new Date(at),
  );

/** The messages of all steps, each with a preview of what the homeowner will get. */
export function MessagesPane({ lead, state, dates, companyName, sendTime }: MessagesPaneProps) {
  const { values: form, errors } = state;
  const { saveDefaults, saving } = useSaveDefaults(state, sendTime);
  const zone = dates?.timeZone;
  const { data: ways } = trpc.messages.ways.useQuery({ leadId: lead.id });
  const nextText = form.steps.findIndex(({ done }) => !done);
  const firstAt = (index: number) => index === nextText && (ways?.sms.first ?? 'maybe');
  const dueAt = (step: StepForm) =>
    step.done?.dueAt ?? dates?.dates.find((date) => String(date.day) === step.day.trim())?.dueAt;
  const valuesOf = (step: StepForm): TagValues => {
    const due = dueAt(step);
    return {
      ...tagsOf(lead, location.origin),
      ...offerTags(step.offer, { at: due ? new Date(due) : undefined, zone, language: lead.language }),
    };
  };
  return (
    <div className="fu-pane">
      <ol>
        {form.steps.map((step, index) => {
          const due = dueAt(step);
          return (
            <li key={step.key} className="fu-message">
              <MessageEditor
                step={step}
                index={index}
                title={`${STEP_WORDS[form.channel]} ${index + 1}`}
                date={due && weekday(due, zone)}
                reader={lead.name.trim().split(/\s+/)[0] ?? lead.name}
                values={valuesOf(step)}
                first={firstAt(index)}
                companyName={companyName}
                asText={form.channel !== 'email'}
                language={lead.language}
                control={
                  <OfferControl
                    {...STEP_OFFER}
                    offer={step.offer}
                    path={`steps.${index}.offer`}
                    errors={errors}
                    onChange={(offer, path) => state.changeOffer(index, offer, path)}
                    onLeave={(path) => state.leave(path)}
                  />
                }
                error={errors[`steps.${index}.message`]}
                onChange={(message) => state.changeStep(index, 'message', message)}
                onLeave={() => state.leave(`steps.${index}.message`)}
              />
            </li>
          );
        })}
      </ol>
      {lead.language === 'en' && (
        <div className="fu-defaults">
          <Button working={saving} workingText="Saving..." onMouseDown={keepFocus} onClick={saveDefaults}>
            Save as my defaults
          </Button>
          <span className="sm muted">New follow-ups will start with these days and messages.</span>
        </div>
      )}
    </div>
  );
}
