import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { COMPARISONS } from '#shared/features/reports/reports.schema.ts';
import { periodDays } from '#shared/features/reports/period.rules.ts';
import { addDays } from '#shared/primitives/local-date.ts';
import { usePhone } from '../../lib/media.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { LeadFilters } from './lead-filters.tsx';
import { PERIODS, type ReportsAddress } from './reports-address.ts';

const COMPARE_LABEL = { previous: 'Previous period', year: 'A year ago' } as const;
const NOTHING = 'No comparison';

function PeriodSelect({ address: { from, to, today, change } }: { address: ReportsAddress }) {
  const days = PERIODS.find((length) => to === today && periodDays({ from, to }) === length);
  return (
    <Field label="Period">
      <Select
        value={days ?? ''}
        onChange={({ target }) => change({ from: addDays(today, 1 - Number(target.value)), to: today })}
      >
        {days === undefined && <option value="">Custom dates</option>}
        {PERIODS.map((length) => (
          <option key={length} value={length}>{`Last ${length} days`}</option>
        ))}
      </Select>
    </Field>
  );
}

const Days = ({ address: { from, to, change } }: { address: ReportsAddress }) => (
  <>
    <Field label="First day">
      <Input
        type="date"
        value={from}
        max={to}
        onChange={({ target }) => target.value && change({ from: target.value, to })}
      />
    </Field>
    <Field label="Last day">
      <Input
        type="date"
        value={to}
        min={from}
        onChange={({ target }) => target.value && change({ from, to: target.value })}
      />
    </Field>
  </>
);

const Compare = ({ address: { compare, change } }: { address: ReportsAddress }) => (
  <Field label="Compare with">
    <Select value={compare ?? ''} onChange={({ target }) => change({ compare: target.value })}>
      <option value="">{NOTHING}</option>
      {COMPARISONS.map((one) => (
        <option key={one} value={one}>
          {COMPARE_LABEL[one]}
        </option>
      ))}
    </Select>
  </Field>
);

interface ChoicesProps {
  address: ReportsAddress;
  /** Whether the plan includes comparisons and filters. */
  advanced: boolean;
}

/**
 * Controls for the report's period, the comparison period, and the leads that are counted. A button opens most of the
 * controls, so that the first chart is visible without scrolling.
 */
export function ReportChoices({ address, advanced }: ChoicesProps) {
  const phone = usePhone();
  const [open, setOpen] = useState(false);
  const id = useId();
  const on = Object.keys(address.filters ?? {}).length + (phone && address.compare ? 1 : 0);
  return (
    <div className="stack">
      <div className="report-fold">
        <PeriodSelect address={address} />
        {!phone && <Days address={address} />}
        {!phone && advanced && <Compare address={address} />}
        {(phone || advanced) && (
          <Button
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            icon={<SlidersHorizontal className="i" aria-hidden />}
            onClick={() => setOpen(!open)}
          >
            {on === 0 ? 'Filters' : `Filters (${on})`}
          </Button>
        )}
      </div>
      {open && (
        <div id={id} className="report-choices">
          {phone && <Days address={address} />}
          {phone && advanced && <Compare address={address} />}
          {advanced && <LeadFilters address={address} />}
        </div>
      )}
    </div>
  );
}
