import {
  PictureParams,
  PictureQuery,
  PictureSavedReply,
  SaveWelcomeBody,
  WelcomeReply,
  WelcomeSavedReply,
} from '@trowel/contract/welcome.js'
import { preconditionsOf } from '../../http/byte-ranges.js'
import type { Routes } from '../../http/read-input.js'
import type { Services } from '../../http/services.js'
import { readFileForm } from '../files/index.js'
import { readPicture, removePicture, setPicture } from './pictures.js'
import { saveWelcome } from './service.js'

const tags = ['information']
const saved = { status: 'success' as const, code: 'ok_save' as const }

/** So large a picture is made smaller in a moment. */
const maxPictureBytes = 64 * 1024 * 1024

/** What people meet on the first page of the application: a text, a title and pictures. */
export const welcomeRoutes =
  (services: Services): Routes =>
  async (server) => {
    const maxBytes = Math.min(maxPictureBytes, services.config.limits.uploadBytes)

    server.get(
      '/api/welcome',
      { schema: { tags, summary: 'The welcome text', response: { 200: WelcomeReply } } },
      async ({ scope }) => ({
        status: 'success' as const,
        content: scope.application.settings.welcome,
      }),
    )

    server.put(
      '/api/welcome',
      {
        schema: {
          tags,
          summary: 'Store the welcome text and the title',
          body: SaveWelcomeBody,
          response: { 200: WelcomeSavedReply },
        },
      },
      async ({ scope, body }) => {
        await saveWelcome(scope, body)
        return saved
      },
    )

    server.get(
      '/api/welcome/:picture',
      {
        schema: {
          tags,
          summary: 'The logo or the cover picture of the project, as WebP',
          params: PictureParams,
          querystring: PictureQuery,
        },
      },
      async ({ scope, params, query, headers: sent }, reply) => {
        const { status, headers, body } = await readPicture(scope, services.binaries, {
          picture: params.picture,
          width: query.w,
          preconditions: preconditionsOf(sent),
        })
        return reply.code(status).headers(headers).send(body)
      },
    )

    server.put(
      '/api/welcome/:picture',
      {
        schema: {
          tags,
          summary: 'Set the logo or the cover picture (`file`) of the project',
          params: PictureParams,
          consumes: ['multipart/form-data'],
          response: { 200: PictureSavedReply },
        },
      },
      async (request) => {
        const { scope, params } = request
        const name = await readFileForm(request, maxBytes, (file) =>
          setPicture(scope, services, params.picture, file),
        )
        return { ...saved, name }
      },
    )

    server.delete(
      '/api/welcome/:picture',
      {
        schema: {
          tags,
          summary: 'Take the logo or the cover picture away',
          params: PictureParams,
          response: { 200: WelcomeSavedReply },
        },
      },
      async ({ scope, params }) => {
        await removePicture(scope, services, params.picture)
        return saved
      },
    )
  }
