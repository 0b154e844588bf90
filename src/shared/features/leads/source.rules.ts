/** Sources that the product sets; any other is a name that the contractor gave. */
export const OWN_SOURCES = ['widget', 'manual', 'csv', 'agent', 'api'] as const;
type OwnSource = (typeof OWN_SOURCES)[number];

/** Names offered to a contractor who enters a lead by hand. */
export const OFFERED_SOURCES = ['Phone call', 'Walk-in', 'Referral', 'Yard sign', 'Google', 'Facebook'] as const;

const LABEL: Record<OwnSource, string> = {
  widget: 'Widget',
  manual: 'By hand',
  csv: 'From a CSV',
  agent: 'AI assistant',
  api: 'API',
};

/** A source as people read it: 'widget' is 'Widget', and a given name is itself. */
export const sourceLabel = (source: string): string =>
  OWN_SOURCES.some((own) => own === source) ? LABEL[source as OwnSource] : source;

/** The source that a person means: 'Widget' is 'widget', and any other text is a name. Undefined without one. */
export function sourceNamed(text: string): string | undefined {
  const plain = text.trim();
  return plain === '' ? undefined : (OWN_SOURCES.find((own) => LABEL[own] === plain) ?? plain);
}
