// The picture of a person: the address that applications get, among those that a directory may have sent.
import type { ListValue, Person } from './person.js';

export function pictureOf({ photos }: Pick<Person, 'photos'>): ListValue | undefined {
  return photos.find(({ primary }) => primary) ?? photos[0];
}

/** The photos with another picture; an empty address removes it. Other photos stay. */
export function withPicture(person: Pick<Person, 'photos'>, address: string): ListValue[] {
  const before = pictureOf(person);
  if (before?.value === address) return person.photos;
  const others = person.photos.filter((photo) => photo !== before);
  return address === '' ? others : [{ type: 'photo', ...before, value: address }, ...others];
}
