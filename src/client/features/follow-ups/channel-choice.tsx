import { useId } from 'react';
import type { FollowUpChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { FieldError } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';

interface ChannelChoiceProps {
  lead: LeadView;
  value: FollowUpChannel;
  onChange: (channel: FollowUpChannel) => void;
  error: string | undefined;
}

/** SMS, Email or Both. Where texts are not possible it says so and why (C4), and never hides them. */
export function ChannelChoice({ lead, value, onChange, error }: ChannelChoiceProps) {
  const why = useId();
  const { allowed, reason } = lead.sms;
  const suffix = lead.phone === null ? ' (no phone number)' : '';
  return (
    <div className="stack-s">
      <div className="row between flex-wrap">
        <span className="fu-by">Send by</span>
        <Segmented
          label="Send by"
          value={value}
          onChange={onChange}
          {...(allowed ? {} : { describedBy: why })}
          options={[
            { value: 'sms', label: `SMS${suffix}`, disabled: !allowed },
            { value: 'email', label: 'Email' },
            { value: 'both', label: `Both${suffix}`, disabled: !allowed },
          ]}
        />
      </div>
      {!allowed && (
        <p className="sm muted" id={why}>
          Texts are off for {lead.name}: {reason ?? 'there is no phone number'}
          {/[.!?]$/.test(reason ?? '') ? '' : '.'}
        </p>
      )}
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}
