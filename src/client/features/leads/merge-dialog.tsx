import { useState } from 'react';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import {
  fieldsToChoose,
  MERGE_FIELDS,
  type MergeField,
  type Mergeable,
  mergeFields,
  olderFirst,
} from '#shared/features/leads/merge.rules.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatDay } from '../../lib/dates.ts';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogClose } from '../../ui/dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { toast } from '../../ui/toast.ts';
import './import.css';
import { LeadFormWaits } from './lead-form-waits.tsx';
import { detailsText } from './lead-words.ts';
import { useLeadsAddress } from './leads-address.ts';
import { withWholeZip } from './lead-facts.tsx';

const LABEL: Record<MergeField, string> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  fence: 'Fence',
};

const SHOWN: Record<MergeField, (lead: Mergeable) => string> = {
  name: ({ name }) => name,
  email: ({ email }) => email ?? 'Not provided',
  phone: ({ phone }) => (phone === null ? 'Not provided' : formatPhone(phone)),
  address: ({ address, zip }) =>
    withWholeZip(
      (zip === null || address?.includes(zip) ? address : [address, zip].filter(Boolean).join(', ')) ??
        'No address provided',
    ),
  fence: (lead) =>
    [lead.perimeter === null ? null : formatFeet(lead.perimeter), detailsText(lead)].filter(Boolean).join(', '),
};

interface OutcomeProps {
  older: LeadView;
  newer: LeadView;
  takeNewer: readonly MergeField[];
  onChange: (takeNewer: readonly MergeField[]) => void;
}

/** On phones, the option says whose value it is. Elsewhere, the column's heading says it. */
const Option = ({ text, of }: { text: string; of: LeadView }) => (
  <span>
    {text}
    {text !== of.name && <small className="xs muted block md:hidden"> {of.name}</small>}
  </span>
);

/** The merged lead's values. Where the two leads differ, the contractor can choose a value. */
function Outcome({ older, newer, takeNewer, onChange }: OutcomeProps) {
  const choices = fieldsToChoose(older, newer);
  const kept = mergeFields(older, newer, takeNewer);
  const choose = (field: MergeField, which: 'older' | 'newer') =>
    onChange([...takeNewer.filter((chosen) => chosen !== field), ...(which === 'newer' ? [field] : [])]);
  return (
    <>
      {choices.length > 0 && (
        <p className="merge-heads sm muted" aria-hidden>
          <span>
            <b>{older.name}</b>, kept
          </span>
          <b>{newer.name}</b>
        </p>
      )}
      <dl className="merge">
        {MERGE_FIELDS.map((field) => (
          <div key={field}>
            <dt>{LABEL[field]}</dt>
            <dd>
              {choices.includes(field) ? (
                <Segmented
                  label={LABEL[field]}
                  value={takeNewer.includes(field) ? 'newer' : 'older'}
                  onChange={(which) => choose(field, which)}
                  options={[
                    { value: 'older', label: <Option text={SHOWN[field](older)} of={older} /> },
                    { value: 'newer', label: <Option text={SHOWN[field](newer)} of={newer} /> },
                  ]}
                />
              ) : (
                SHOWN[field](kept)
              )}
            </dd>
          </div>
        ))}
        {kept.notes && (
          <div>
            <dt>Notes</dt>
            <dd className="whitespace-pre-line">{kept.notes}</dd>
          </div>
        )}
      </dl>
    </>
  );
}

function Merge({ older, newer, onClose }: { older: LeadView; newer: LeadView; onClose: () => void }) {
  const { zone } = useTimeZone();
  const { showLead } = useLeadsAddress();
  const utils = trpc.useUtils();
  const [takeNewer, setTakeNewer] = useState<readonly MergeField[]>([]);
  const merge = trpc.leads.merge.useMutation({
    onSuccess: (kept) => {
      utils.leads.get.setData({ leadId: kept.id }, kept);
      void Promise.all([
        utils.leads.invalidate(),
        utils.estimates.listForLead.invalidate(),
        utils.followUps.get.invalidate(),
      ]);
      toast.done(`Merged into ${kept.name}`);
      showLead(kept.id);
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      width={720}
      title="Merge Leads"
      bodyClassName="pad stack"
      footer={
        <>
          <p className="sm muted grow merge-last">This can’t be undone.</p>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="primary"
            working={merge.isPending}
            workingText="Merging..."
            onClick={() => merge.mutate({ leadId: older.id, otherLeadId: newer.id, takeNewer: [...takeNewer] })}
          >
            Merge Leads
          </Button>
        </>
      }
    >
      {merge.isError && <Banner>{problemOf(merge.error).message}</Banner>}
      <p>
        <b>{older.name}</b> (added {formatDay(older.createdAt, zone)}) is kept, and <b>{newer.name}</b> (added{' '}
        {formatDay(newer.createdAt, zone)}) is merged into that lead. The kept lead gets the estimates, messages,
        payments and history of both leads. Links to either lead keep working.
      </p>
      <Outcome older={older} newer={newer} takeNewer={takeNewer} onChange={setTakeNewer} />
    </Dialog>
  );
}

/** Shows the result of merging two leads, lets the contractor choose between differing values, and merges them. */
export default function MergeDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const { withId } = useLeadsAddress();
  const one = trpc.leads.get.useQuery({ leadId });
  const other = trpc.leads.get.useQuery({ leadId: withId ?? leadId });
  if (!one.data || !other.data) return <LeadFormWaits title="Merge Leads" queries={[one, other]} onClose={onClose} />;
  return <Merge {...olderFirst(one.data, other.data)} onClose={onClose} />;
}
