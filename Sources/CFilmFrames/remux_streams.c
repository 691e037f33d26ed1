#define _GNU_SOURCE
#include <libavutil/dict.h>
#include <string.h>

#include "remux.h"

static int is_wanted(const AVStream *stream, const AVOutputFormat *format) {
    enum AVMediaType type = stream->codecpar->codec_type;
    return (type == AVMEDIA_TYPE_VIDEO || type == AVMEDIA_TYPE_AUDIO ||
            type == AVMEDIA_TYPE_SUBTITLE) &&
           !(stream->disposition & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS)) &&
           avformat_query_codec(format, stream->codecpar->codec_id, FF_COMPLIANCE_NORMAL) == 1;
}

// Copies the properties of a stream that are not in its packets: its orientation, the brightness of its screen.
static int copy_side_data(const AVStream *from, AVStream *to) {
    for (int i = 0; i < from->nb_side_data; i++) {
        const AVPacketSideData *data = &from->side_data[i];
        uint8_t *copy = av_stream_new_side_data(to, data->type, data->size);
        if (copy == NULL) return AVERROR(ENOMEM);
        memcpy(copy, data->data, data->size);
    }
    return 0;
}

static int add_stream(AVFormatContext *output, const AVStream *from) {
    AVStream *to = avformat_new_stream(output, NULL);
    if (to == NULL) return AVERROR(ENOMEM);
    int error = avcodec_parameters_copy(to->codecpar, from->codecpar);
    if (error < 0) return error;
    const struct AVCodecTag *const *tags = output->oformat->codec_tag;
    if (av_codec_get_id(tags, to->codecpar->codec_tag) != to->codecpar->codec_id)
        to->codecpar->codec_tag = 0;
    // Uncompressed sound has one name for each format, and another for which parameters follow.
    if (to->codecpar->codec_tag == MKTAG('l', 'p', 'c', 'm')) to->codecpar->codec_tag = 0;
    // Apple's players require this name; the parameters are then only in the headers.
    if (to->codecpar->codec_id == AV_CODEC_ID_HEVC)
        to->codecpar->codec_tag = MKTAG('h', 'v', 'c', '1');
    to->time_base = from->time_base;
    to->avg_frame_rate = from->avg_frame_rate;
    to->sample_aspect_ratio = from->sample_aspect_ratio;
    to->disposition = from->disposition;
    av_dict_copy(&to->metadata, from->metadata, 0);
    error = copy_side_data(from, to);
    return error < 0 ? error : to->index;
}

int remux_add_streams(struct heliograph_remux *remux) {
    const AVFormatContext *input = remux->film->context;
    const AVStream *picture = film_picture_stream(input);
    for (unsigned i = 0; i < input->nb_streams && i < MOST_STREAMS; i++) {
        AVStream *stream = input->streams[i];
        remux->streams[i] = -1;
        remux->last[i] = AV_NOPTS_VALUE;
        if (is_wanted(stream, remux->output->oformat)) {
            remux->streams[i] = add_stream(remux->output, stream);
            if (remux->streams[i] < 0) return remux->streams[i];
        } else {
            stream->discard = AVDISCARD_ALL;
            // Streams such as subtitles may be left out, but a film must not lose its sound silently.
            if (stream == picture || stream->codecpar->codec_type == AVMEDIA_TYPE_AUDIO)
                return film_fail(remux->film, AVERROR(EINVAL),
                                 "films in %s cannot be put into %s without encoding them anew",
                                 avcodec_get_name(stream->codecpar->codec_id), remux->container);
        }
    }
    if (remux->output->nb_streams > 0) return 0;
    return film_fail(remux->film, AVERROR(EINVAL), "there is neither picture nor sound in it");
}

static int has_apples_keys(const AVFormatContext *context) {
    return av_dict_get(context->metadata, "com.", NULL, AV_DICT_IGNORE_SUFFIX) != NULL;
}

int remux_write_header(struct heliograph_remux *remux) {
    AVFormatContext *output = remux->output;
    av_dict_copy(&output->metadata, remux->film->context->metadata, 0);
    static const char *const brands[] = {"major_brand", "minor_version", "compatible_brands"};
    for (size_t i = 0; i < FF_ARRAY_ELEMS(brands); i++)
        av_dict_set(&output->metadata, brands[i], NULL, 0);
    AVDictionary *options = NULL;
    if (has_apples_keys(output)) av_dict_set(&options, "movflags", "use_metadata_tags", 0);
    // The unused part becomes an empty box.
    if (remux->pass == WRITES)
        av_dict_set_int(&options, "moov_size", remux->headers + remux->headers / 16 + 4096, 0);
    int error = avformat_write_header(output, &options);
    av_dict_free(&options);
    if (error >= 0) return error;
    return film_fail(remux->film, error, "the film's streams cannot be put into %s without encoding them anew",
                     remux->container);
}

// Recorders lose their rhythm, but a muxer accepts neither decreasing times nor a picture shown before it is decoded.
static void repair_times(AVPacket *packet, int64_t *last) {
    if (packet->dts == AV_NOPTS_VALUE) return;
    int64_t least = *last == AV_NOPTS_VALUE ? packet->dts : *last + 1;
    if (packet->pts != AV_NOPTS_VALUE && packet->pts < packet->dts)
        packet->dts = FFMAX(packet->pts, least);
    packet->dts = FFMAX(packet->dts, least);
    if (packet->pts != AV_NOPTS_VALUE) packet->pts = FFMAX(packet->pts, packet->dts);
    *last = packet->dts;
}

int remux_copy_packet(struct heliograph_remux *remux, AVPacket *packet) {
    int index = packet->stream_index < MOST_STREAMS ? remux->streams[packet->stream_index] : -1;
    if (index < 0) return 0;
    const AVStream *from = remux->film->context->streams[packet->stream_index];
    av_packet_rescale_ts(packet, from->time_base, remux->output->streams[index]->time_base);
    packet->stream_index = index;
    packet->pos = -1;
    repair_times(packet, &remux->last[index]);
    return av_interleaved_write_frame(remux->output, packet);
}
