// Who a name and a password belong to.
import { Injectable } from '@nestjs/common';
import { Passwords } from '../../users/passwords/passwords.service.js';
import { SignInDirectory } from '../../users/people/sign-in-directory.js';
import { Subjects, type LiveSubject } from '../tokens/subjects.js';

@Injectable()
export class PasswordSignIn {
  constructor(
    private readonly directory: SignInDirectory,
    private readonly passwords: Passwords,
    private readonly subjects: Subjects,
  ) {}

  /**
   * The active person whose name and password these are. The answer is the same, and takes the same time, for an unknown name and a wrong password.
   * @param clientOrgNo the organization of the application, whose people are meant first
   * @throws DomainError `busy` when too many checks are waiting
   */
  async check(loginName: string, password: string, clientOrgNo: number | undefined): Promise<LiveSubject | undefined> {
    const candidate = (await this.directory.find(loginName, clientOrgNo)) ?? (await this.directory.find(loginName));
    // Looked up before the check, so that a deactivation in between is noticed when the session begins.
    const subject = candidate && (await this.subjects.person(candidate.userNo));
    return (await this.passwords.check(candidate?.userNo, password)) ? subject : undefined;
  }
}
