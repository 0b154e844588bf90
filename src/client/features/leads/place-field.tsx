import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import type { Answers } from '../../lib/trpc.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

export type Place = Answers['leads']['places'][number];

const PAUSE_MS = 200;

/** Returns the text once it hasn't changed for a moment. */
const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};

interface PlaceFieldProps {
  name: string;
  value: string;
  error?: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
  onBlur: () => void;
  onPick: (place: Place) => void;
}

/**
 * A city field. It suggests US places by name or ZIP while the contractor types, following the ARIA combobox pattern
 * (arrows, Enter, Escape). Any other text is valid too.
 */
export function PlaceField({ value, error, onChange, onBlur, onPick, name }: PlaceFieldProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const query = useSettled(value.trim());
  const { data } = trpc.leads.places.useQuery({ query }, { enabled: open && query.length > 1, staleTime: Infinity });
  const places = open && query === value.trim() ? (data ?? []) : [];
  const close = () => {
    setOpen(false);
    setAt(-1);
  };
  const choose = (place: Place | undefined) => {
    if (place) onPick(place);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (places.length === 0) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setAt((at + step + places.length + (at < 0 && step < 0 ? 1 : 0)) % places.length);
    else if (event.key === 'Enter' && at >= 0) choose(places[at]);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    // Escape closes the list, but must not also close the dialog around it.
    event.stopPropagation();
  };
  return (
    <Field label="City" optional error={error} className="place">
      <Input
        name={name}
        value={value}
        role="combobox"
        autoComplete="off"
        maxLength={100}
        aria-autocomplete="list"
        aria-expanded={places.length > 0}
        aria-controls={id}
        aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
        onChange={(event) => {
          onChange(event);
          setOpen(true);
          setAt(-1);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          close();
          onBlur();
        }}
      />
      <div id={id} role="listbox" aria-label="Places" className="places" hidden={places.length === 0}>
        {places.map((place, index) => (
          <div
            key={place.label}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            // Uses mousedown, because losing focus would close the list before a click.
            onMouseDown={(event) => {
              event.preventDefault();
              choose(place);
            }}
          >
            {place.label}
          </div>
        ))}
      </div>
    </Field>
  );
}
