import { expect, test } from 'vitest';
import { sectionAddress, SECTIONS, sectionOf, TAB_LABEL, tabAddress, tabOf, TABS } from './tabs.ts';

const paramsOf = (address: string) => new URL(address, 'http://picket.test').searchParams;

test('the address selects one of six tabs, by their names; another value is ignored (spec:2.3 spec:2.20 spec:2.21)', () => {
  expect(TAB_LABEL).toEqual({
    leads: 'Customer Leads',
    pricing: 'Pricing Management',
    widget: 'Widget',
    crm: 'CRM',
    admin: 'Admin',
    feedback: 'Feedback',
  });
  for (const tab of TABS) expect(tabOf(paramsOf(tabAddress(tab)))).toBe(tab);
  for (const other of ['', '?tab=', '?tab=Leads', '?tab=toString', '?section=pricing'])
    expect(tabOf(paramsOf(`/dashboard${other}`))).toBe('leads');
});

test('the address selects one of five sections of Admin; another value is ignored (spec:2.3 spec:2.4 spec:2.22 spec:2.23)', () => {
  expect(SECTIONS).toEqual(['account', 'company', 'payments', 'terms', 'workflow']);
  expect(sectionAddress('account')).toBe('/dashboard?tab=admin&section=account');
  for (const section of SECTIONS) expect(sectionOf(paramsOf(sectionAddress(section)))).toBe(section);
  for (const other of ['', '&section=', '&section=Terms', '&section=leads'])
    expect(sectionOf(paramsOf(`/dashboard?tab=admin${other}`))).toBe('account');
});
