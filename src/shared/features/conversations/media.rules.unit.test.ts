import { expect, test } from 'vitest';
import { isPicture, mediaNames } from './media.rules.ts';

test('names files in a text by their types', () => {
  const types = ['image/jpeg', 'IMAGE/PNG; charset=binary', 'video/mp4', 'text/x-vcard', 'application/zip', ''];
  const names = ['photo-1.jpg', 'photo-2.png', 'video-1.mp4', 'contact-1.vcf', 'file-1', 'file-2'];
  expect(mediaNames(types)).toEqual(names);
  expect(names.filter(isPicture)).toEqual(['photo-1.jpg', 'photo-2.png']);
  // Browsers can't display HEIC, and SVG can contain scripts, so neither is displayed as an image.
  expect(mediaNames(['image/heic', 'image/svg+xml']).filter(isPicture)).toEqual([]);
});
