import { sentences } from '#shared/primitives/sentence.ts';
import { useId } from 'react';
import type { FollowUpChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { trpc } from '../../lib/trpc.ts';
import { FieldError } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { AddEmail } from '../leads/add-email.tsx';

interface ChannelChoiceProps {
  lead: LeadView;
  value: FollowUpChannel;
  onChange: (channel: FollowUpChannel) => void;
  error: string | undefined;
}

/**
 * The choice between SMS, Email and Both. An unavailable channel is shown with the reason, instead of being hidden (C4,
 * C22, C26).
 */
export function ChannelChoice({ lead, value, onChange, error }: ChannelChoiceProps) {
  const why = useId();
  const { allowed, reason } = lead.sms;
  const { data: mail } = trpc.leads.mailState.useQuery({ leadId: lead.id });
  const noMail = mail?.reason ?? null;
  const suffix = lead.phone === null ? ' (no phone number)' : '';
  return (
    <div className="stack-s">
      <div className="row between flex-wrap">
        <span className="fu-by">Send by</span>
        <Segmented
          label="Send by"
          value={value}
          onChange={onChange}
          {...(allowed && noMail === null ? {} : { describedBy: why })}
          options={[
            { value: 'sms', label: `SMS${suffix}`, disabled: !allowed },
            { value: 'email', label: 'Email', disabled: noMail !== null },
            { value: 'both', label: `Both${suffix}`, disabled: !allowed || noMail !== null },
          ]}
        />
      </div>
      {(!allowed || noMail !== null) && (
        <div className="sm muted" id={why}>
          {!allowed && (
            <p>
              Texts are off for {lead.name}: {sentences(reason ?? 'there’s no phone number')}
            </p>
          )}
          {noMail !== null && <p>{noMail}</p>}
          {lead.email === null && <AddEmail leadId={lead.id} />}
        </div>
      )}
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}
