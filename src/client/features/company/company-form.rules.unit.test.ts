import { describe, expect, test } from 'vitest';
import type { CompanyView } from '#shared/features/company/company.schema.ts';
import {
  changedLabels,
  changesOf,
  companyFormOf,
  nextContractorId,
  previewSender,
  SAMPLE_COMPANY,
} from './company-form.rules.ts';
import { zoneChoices } from './time-zones.ts';

const company: CompanyView = {
  name: 'Acme Fence',
  email: 'office@acme.example',
  emailConfirmed: true,
  pendingEmail: null,
  phone: '+12085550140',
  address: null,
  postalAddress: 'PO Box 7, Boise, ID 83701',
  timeZone: 'America/Boise',
  contractorId: 'acme-fence-2',
  logoUrl: null,
  smsRegistration: 'approved',
  serviceZips: [],
  hours: '',
  assignInTurn: false,
  weeklyReport: true,
};
const form = companyFormOf(company);

describe('the company details form', () => {
  test('submits only changed fields, with their previous values', () => {
    expect(changesOf(form, company)).toEqual({ was: {} });
    expect(changesOf({ ...form, phone: '', address: '1 Main St' }, company)).toEqual({
      phone: '',
      address: '1 Main St',
      was: { phone: '+12085550140', address: null },
    });
  });

  test('counts an address that’s also the postal address once', () => {
    const moved = { ...form, address: '1 Main St', postalAddress: '1 Main St' };
    expect(changedLabels(moved, ['address', 'postalAddress'])).toEqual(['Address']);
    expect(changedLabels(moved, ['postalAddress'])).toEqual(['Postal address']);
    expect(changedLabels({ ...moved, postalAddress: 'PO Box 1' }, ['address', 'postalAddress'])).toEqual([
      'Address',
      'Postal address',
    ]);
  });

  test('shows the contractor id for a new name', () => {
    expect(nextContractorId('Ridge & Sons', company)).toBe('ridge-sons');
    for (const name of ['Acme Fence', ' Acme Fence ', '  ']) expect(nextContractorId(name, company)).toBeUndefined();
  });

  test('previews details as they are typed, with sample data only for missing ones (spec:3.12)', () => {
    const typed = { ...form, name: ' Ridge & Sons ', email: ' ' };
    expect(previewSender(typed, '/logo.png')).toEqual({
      sender: {
        name: 'Ridge & Sons',
        email: SAMPLE_COMPANY.email,
        phone: '(208) 555-0140',
        address: SAMPLE_COMPANY.address,
        logoUrl: '/logo.png',
      },
      samples: ['email', 'address'],
    });
  });

  test('lists every time zone once, including the saved one', () => {
    for (const stored of ['America/Boise', 'Pacific/Guam', 'Europe/Berlin']) {
      const { common, more } = zoneChoices(stored);
      const zones = [...common, ...more].map(({ zone }) => zone);
      expect(zones).toContain(stored);
      expect(new Set(zones).size).toBe(zones.length);
      const labels = [...common, ...more].map(({ label }) => label);
      expect(new Set(labels).size).toBe(labels.length);
    }
  });

  test('lists the five main US times first, by their names', () => {
    const { common, more } = zoneChoices('America/Boise');
    expect(common.map(({ label }) => label)).toEqual([
      'Eastern time',
      'Central time',
      'Mountain time',
      'Arizona time',
      'Pacific time',
    ]);
    expect(more.find(({ zone }) => zone === 'America/Boise')?.label).toBe('Mountain time (Boise)');
    expect(more.slice(0, 2).map(({ label }) => label)).toEqual(['Alaska time (Anchorage)', 'Hawaii time']);
  });
});
