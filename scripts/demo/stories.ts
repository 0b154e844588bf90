import { z } from 'zod';
import { DAY, HOUR, MINUTE } from '#shared/primitives/durations.ts';
import sample from '../data/sample-leads.json' with { type: 'json' };

const sampleSchema = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  address: z.string(),
  zip: z.string(),
  perimeter: z.number(),
  materialType: z.string(),
  gateCount: z.number(),
  quoteCents: z.number(),
  source: z.string(),
  smsConsent: z.boolean(),
  ageDays: z.number(),
  notes: z.string(),
});
export type SampleLead = z.infer<typeof sampleSchema>;

/** How far a lead has progressed. */
export type Story =
  | 'new'
  | 'drafted'
  | 'replied'
  | 'opted out'
  | 'followed up'
  | 'sent'
  | 'viewed'
  | 'accepted'
  | 'declined'
  | 'deposit paid'
  | 'paid';

/** The demo's sample leads, each with its story. They cover every status. */
const STORIES: Record<string, Story> = {
  'Dana Whitfield': 'new',
  "Marcus O'Brien-Okafor": 'drafted',
  'Bo Li': 'new',
  'Rosalía Fuentes Ibáñez': 'new',
  'Tyrell Banks': 'sent',
  'Guadalupe Ortega': 'replied',
  'Curtis Vandermolen': 'opted out',
  'Sunita Deshmukh': 'viewed',
  'Nikolai Petrov': 'deposit paid',
  'Owen Fitzwilliam': 'declined',
  'Harold Nguyễn': 'accepted',
  'Calvin Redcloud': 'followed up',
  'Charlene Littlefield': 'paid',
  'Peregrine Ashdown': 'new',
};

export interface ChosenLead {
  lead: SampleLead;
  story: Story;
  createdAt: Date;
}

/**
 * Returns the selected sample leads, oldest first, with their stories and creation times. Throws if the data doesn't
 * contain all of them.
 */
export function chosenLeads(now: Date): ChosenLead[] {
  const leads = z.object({ leads: z.array(sampleSchema) }).parse(sample).leads;
  return Object.entries(STORIES)
    .map(([name, story]) => {
      const lead = leads.find((candidate) => candidate.name === name);
      if (!lead) throw new Error(`sample-leads.json has no ${name}`);
      return { lead, story };
    })
    .toSorted((a, b) => b.lead.ageDays - a.lead.ageDays)
    .map((chosen, index) => ({
      ...chosen,
      createdAt: new Date(now.getTime() - chosen.lead.ageDays * DAY - 2 * HOUR - index * 7 * MINUTE),
    }));
}
