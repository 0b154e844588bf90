/** A photo of a picket fence, 96 by 72 pixels. It stands in for photos that homeowners send. */
export const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAABICAMAAAA+uQBRAAAADFBMVEXG3ut+nmDWsoCogFRSUZ4/AAAAWElEQVR42u3VsQ0AIAwDwcTsvzMSAjYwIvBfOdVViAgiIqJ3kntL7r0v256XcY/LsQEACgBqK8mxAS4AeAcAAAeA3EemYwMAVAD4kz8AeAcAACcAcwAfAB2fpyJJccvp0wAAAABJRU5ErkJggg==',
  'base64',
);
export const PHOTO_TYPE = 'image/png';
