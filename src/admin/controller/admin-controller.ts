// A controller of the admin API: its path, and the guard and interceptors that run for it and for nothing else.
import { applyDecorators, Controller, UseGuards, UseInterceptors } from '@nestjs/common';
import { UnreadBodyInterceptor } from '../../common/admission/unread-body.interceptor.js';
import { DryRunInterceptor } from '../../common/http/dry-run.interceptor.js';
import { EntityTagInterceptor } from '../../common/http/entity-tags.js';
import { KnownQueryInterceptor } from '../../common/http/page-query.js';
import { IdempotencyInterceptor } from '../idempotency/idempotency.interceptor.js';
import { FreshSignInGuard } from './fresh-sign-in.guard.js';

/** In this order. A dry run must be known before the key of a request is stored. */
export const ADMIN_INTERCEPTORS = [
  KnownQueryInterceptor,
  UnreadBodyInterceptor,
  EntityTagInterceptor,
  DryRunInterceptor,
  IdempotencyInterceptor,
];

/** @param path below `/admin/v1` */
export const AdminController = (path = '') =>
  applyDecorators(
    Controller(path === '' ? 'admin/v1' : `admin/v1/${path}`),
    UseGuards(FreshSignInGuard),
    UseInterceptors(...ADMIN_INTERCEPTORS),
  );
