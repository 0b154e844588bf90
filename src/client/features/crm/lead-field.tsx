import { useDeferredValue, useId, useRef, useState } from 'react';
import { Link } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { problemOf } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import type { DealLead } from './use-deal-form.ts';

const SHOWN = 5;

interface LeadFieldProps {
  lead: DealLead | null;
  onChange: (lead: DealLead | null) => void;
}

/** The leads that match the typed text. */
function Matches({ search, onChoose }: { search: string; onChoose: (lead: DealLead) => void }) {
  const query = trpc.leads.list.useQuery({ search, limit: SHOWN }, { placeholderData: (before) => before });
  if (query.isError) return <p className="sm muted">{problemOf(query.error).message}</p>;
  if (!query.data) return null;
  if (query.data.items.length === 0) return <p className="sm muted">No matching leads.</p>;
  return (
    <ul className="lead-matches" aria-label="Matching leads">
      {query.data.items.map(({ id, name, address }) => (
        <li key={id}>
          <button type="button" className="menu-item" onClick={() => onChoose({ id, name })}>
            <span className="cut">{name}</span>
            {address && <span className="sm muted cut">{address}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The field for a deal's lead: a search field, or a link to the chosen lead. */
export function LeadField({ lead, onChange }: LeadFieldProps) {
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  // The pressed control disappears, so focus moves to the control that replaces it.
  const focus = (selector: string) => setTimeout(() => group.current?.querySelector<HTMLElement>(selector)?.focus());
  return (
    <div ref={group} role="group" aria-labelledby={id} className="stack-s">
      {lead ? (
        <>
          <span id={id} className="text-sm font-semibold">
            Lead
          </span>
          <div className="row">
            <Link className="grow cut" to={`/dashboard?tab=leads&lead=${lead.id}`}>
              {lead.name}
            </Link>
            <Button
              onClick={() => {
                onChange(null);
                focus('input');
              }}
            >
              Remove lead
            </Button>
          </div>
        </>
      ) : (
        <>
          <Field label={<span id={id}>Lead</span>} optional>
            <Input
              type="search"
              placeholder="Name, street, phone or email"
              maxLength={200}
              autoComplete="off"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
          {search.length > 1 && (
            <Matches
              search={search}
              onChoose={(chosen) => {
                onChange(chosen);
                setText('');
                focus('button');
              }}
            />
          )}
        </>
      )}
    </div>
  );
}
