/** Sources that Picket sets itself. Any other source is a name that the contractor typed. */
export const OWN_SOURCES = ['widget', 'manual', 'csv', 'agent', 'api'] as const;
type OwnSource = (typeof OWN_SOURCES)[number];

/** Source names suggested to a contractor who enters a lead by hand. */
export const OFFERED_SOURCES = ['Phone call', 'Walk-in', 'Referral', 'Yard sign', 'Google', 'Facebook'] as const;

const LABEL: Record<OwnSource, string> = {
  widget: 'Widget',
  manual: 'Added by hand',
  csv: 'CSV import',
  agent: 'AI assistant',
  api: 'API',
};

/** Returns a source's display name: 'widget' becomes 'Widget'. A typed name stays as it is. */
export const sourceLabel = (source: string): string =>
  OWN_SOURCES.some((own) => own === source) ? LABEL[source as OwnSource] : source;

/** Parses a typed source: 'Widget' becomes 'widget'. Any other text is a name. Returns undefined if it's empty. */
export function sourceNamed(text: string): string | undefined {
  const plain = text.trim();
  return plain === '' ? undefined : (OWN_SOURCES.find((own) => LABEL[own] === plain) ?? plain);
}
