// Pictures that people upload: checked and drawn anew like those of organizations, stored here, and named by their address among the person's photos.
import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import { newSecret } from '../../../../common/primitives/ids.js';
import { SETTINGS_TOKEN } from '../../../../common/settings/settings.module.js';
import type { Settings } from '../../../../common/settings/settings.js';
import { drawUpload } from '../../../organizations/brandings/uploaded-picture.js';
import { People } from '../people.service.js';
import { PersonWriter } from '../person-writer.service.js';
import { normalizePerson } from '../person/normalize-person.js';
import { pictureOf, withPicture } from '../person/picture.js';
import type { Person } from '../person/person.js';
import { unknownPerson } from '../person/person-refusals.js';
import { PersonPicturesRepository } from './person-pictures.repository.js';

/** Below it, every picture has an address of its own. */
export const PICTURES_PATH = 'pages/people';
const BOX = { width: 256, height: 256 };
const ID_FORM = /^[\w-]{43}$/;

/** Whose picture it is. */
type Owner = Pick<Person, 'orgNo' | 'id'>;

@Injectable()
export class PersonPictures {
  private readonly base: string;

  constructor(
    private readonly repository: PersonPicturesRepository,
    private readonly people: People,
    private readonly writer: PersonWriter,
    private readonly database: Database,
    @Inject(SETTINGS_TOKEN) { publicUrl }: Settings,
  ) {
    this.base = `${publicUrl}/${PICTURES_PATH}/`;
  }

  /**
   * Draws an upload anew, so that only its pixels are kept.
   * @returns the PNG
   * @throws DomainError `invalid`, or `busy` when too many wait
   */
  draw(upload: Buffer, { orgNo, id }: Owner): Promise<Buffer> {
    return drawUpload(upload, BOX, [String(orgNo), id], 'person.picture');
  }

  /** Replaces the person's picture. @param content from {@link draw} @throws DomainError `notFound` */
  set(owner: Owner, content: Buffer, editor: string): Promise<Person> {
    // Another address each time: caches keep a picture by its address.
    const id = newSecret();
    return this.database.write('set picture', async (tx) => {
      const locked = await this.writer.lock(tx, owner.orgNo, owner.id);
      if (!locked) throw unknownPerson();
      await this.repository.deleteOfUser(tx, locked.no);
      await this.repository.insert(tx, { id, userNo: locked.no, content });
      const photos = withPicture(locked, this.base + id);
      return this.writer.replace(tx, locked, normalizePerson({ ...locked, photos }, locked), undefined, editor);
    });
  }

  /** Removes an uploaded picture; a picture elsewhere stays. @throws DomainError `notFound` */
  remove(owner: Owner, editor: string): Promise<Person> {
    return this.database.write('remove picture', async (tx) => {
      const locked = await this.writer.lock(tx, owner.orgNo, owner.id);
      if (!locked) throw unknownPerson();
      await this.repository.deleteOfUser(tx, locked.no);
      const photos = this.uploadOf(locked) === undefined ? locked.photos : withPicture(locked, '');
      return photos === locked.photos
        ? locked
        : this.writer.replace(tx, locked, normalizePerson({ ...locked, photos }, locked), undefined, editor);
    });
  }

  /** The address of the person's picture, if it was uploaded here. */
  uploadOf(person: Pick<Person, 'photos'>): string | undefined {
    const address = pictureOf(person)?.value;
    return address?.startsWith(this.base) ? address : undefined;
  }

  /** The PNG with an id, while its address is among its person's photos: another change of the person may have taken it away. */
  async find(id: string): Promise<Buffer | undefined> {
    const picture = ID_FORM.test(id) ? await this.repository.find(this.database.query, id) : undefined;
    const person = picture && (await this.people.findByNo(picture.userNo));
    return person?.photos.some(({ value }) => value === this.base + id) ? picture?.content : undefined;
  }
}
