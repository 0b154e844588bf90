const SIDE = 256;

/** Anything that the browser can draw, cut to a square of 256 px: small enough for every account. */
export const readPicture = async (file: File): Promise<string> => {
  const image = await createImageBitmap(file);
  const side = Math.min(image.width, image.height);
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const left = (image.width - side) / 2;
  const top = (image.height - side) / 2;
  canvas.getContext('2d')?.drawImage(image, left, top, side, side, 0, 0, SIDE, SIDE);
  image.close();
  return canvas.toDataURL('image/png').replace(/^[^,]*,/, '');
};
