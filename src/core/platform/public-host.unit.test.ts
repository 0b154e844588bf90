import { expect, test } from 'vitest';
import { isPublicAddress } from './public-host.ts';

test.each([
  'http://localhost:3000',
  'http://app.localhost',
  'http://server:3000',
  'http://127.1.2.3',
  'http://2130706433',
  'http://0.0.0.0:3000',
  'http://10.0.0.5',
  'http://172.20.0.2',
  'https://192.168.1.20',
  'http://[::1]:3000',
  'http://[::ffff:10.0.0.5]',
  'http://[fd00::2]',
  // ranges for special purposes: NAT64, 6to4, Teredo, multicast, documentation, benchmarks and reserved
  'http://[64:ff9b::10.0.0.5]',
  'http://[2002:a00:5::1]',
  'http://[2001::1]',
  'http://[ff02::1]',
  'http://[2001:db8::1]',
  'http://[fe80::1]',
  'http://224.0.0.1',
  'http://203.0.113.9',
  'http://198.18.0.1',
  'http://240.0.0.1',
  'http://255.255.255.255',
  'http://100.64.0.1',
  'http://192.0.0.8',
  'http://nas.local',
  'https://picket.test',
  'https://localhost.',
])('%s isn’t public', (url) => {
  expect(isPublicAddress(url)).toBe(false);
});

test.each([
  'https://picket.example.com',
  'https://app.fences.io:8443',
  'http://8.8.8.8',
  'http://[2606:4700:4700::1111]',
])('%s may be public', (url) => {
  expect(isPublicAddress(url)).toBe(true);
});
